/** The oldest Node that everything in package.json runs on; `engines` there says the same. */
const OLDEST = [20, 19];

/** Whether a version such as `v20.19.0` will do. */
export function isSupportedNode(version) {
  const parts = version.replace(/^v/, '').split('.').map(Number);
  return parts[0] > OLDEST[0] || (parts[0] === OLDEST[0] && parts[1] >= OLDEST[1]);
}

/** Ends the process with a sentence that helps when Node is too old. */
export function checkNodeVersion() {
  if (isSupportedNode(process.version)) return;
  console.error(
    `SMK-120  Seamark needs Node ${OLDEST.join('.')} or newer; this is ${process.version}.\n` +
      '         Install a current one from https://nodejs.org or with your version manager, then run npm start again.',
  );
  process.exit(1);
}

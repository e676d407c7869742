/** How often a step that runs on says so where there is no terminal, in milliseconds. */
const REMINDER = 10_000;
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

const isTerminal = process.stdout.isTTY === true && process.env.TERM !== 'dumb' && !process.env.CI;
const hasColour = isTerminal && !process.env.NO_COLOR;

/** @param {string} text */
export const green = (text) => (hasColour ? `\x1b[32m${text}\x1b[39m` : text);
/** @param {string} text */
export const red = (text) => (hasColour ? `\x1b[31m${text}\x1b[39m` : text);
/** @param {string} text */
export const yellow = (text) => (hasColour ? `\x1b[33m${text}\x1b[39m` : text);
/** @param {string} text */
export const faint = (text) => (hasColour ? `\x1b[2m${text}\x1b[22m` : text);
/** @param {string} text */
export const bold = (text) => (hasColour ? `\x1b[1m${text}\x1b[22m` : text);

/** @param {number} since */
function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

/**
 * Runs one step and shows that it runs: a live line with the time that has passed in a terminal, a line at the
 * start and one now and then elsewhere.
 *
 * @template T
 * @param {string} title what is being done, as "installing the packages"
 * @param {(say: (detail: string) => void) => Promise<T>} work may report what it is busy with
 * @param {{ slow?: boolean }} [options] slow steps are announced before they end where there is no terminal
 * @returns {Promise<T>}
 */
export async function step(title, work, options = {}) {
  const start = Date.now();
  const stop = isTerminal ? liveLine(title, start) : plainLines(title, start, options.slow === true);
  try {
    const result = await work(stop.say);
    stop.end(`  ${green('✓')} ${title.padEnd(28)} ${faint(seconds(start))}`);
    return result;
  } catch (error) {
    stop.end(`  ${red('✗')} ${title.padEnd(28)} ${faint(seconds(start))}`);
    throw error;
  }
}

/**
 * @param {string} title
 * @param {number} start
 */
function liveLine(title, start) {
  let frame = 0;
  let detail = '';
  const draw = () => {
    const room = Math.max(10, (process.stdout.columns ?? 80) - title.length - 20);
    const shown = detail.length > room ? `${detail.slice(0, room - 1)}…` : detail;
    process.stdout.write(
      `\r\x1b[K  ${FRAMES[frame++ % FRAMES.length]} ${title}  ${faint(`${seconds(start)}  ${shown}`)}`,
    );
  };
  draw();
  const timer = setInterval(draw, 100);
  return {
    say: (/** @type {string} */ text) => {
      detail = text;
    },
    end: (/** @type {string} */ line) => {
      clearInterval(timer);
      process.stdout.write(`\r\x1b[K${line}\n`);
    },
  };
}

/**
 * @param {string} title
 * @param {number} start
 * @param {boolean} announce
 */
function plainLines(title, start, announce) {
  if (announce) console.log(`  … ${title}`);
  const timer = setInterval(() => console.log(`  … ${title}, ${seconds(start)}`), REMINDER);
  return {
    say: (/** @type {string} */ _text) => {},
    end: (/** @type {string} */ line) => {
      clearInterval(timer);
      console.log(line);
    },
  };
}

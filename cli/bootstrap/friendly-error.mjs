/** A failure that is told in words, without a stack: the message is complete and names its code. */
export class FriendlyError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = 'FriendlyError';
    this.friendly = true;
  }
}

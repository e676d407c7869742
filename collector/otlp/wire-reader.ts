/** Wire types of protobuf's encoding. Groups (3, 4) are of the past, but may still be skipped. */
export const WIRE_VARINT = 0;
export const WIRE_FIXED64 = 1;
export const WIRE_FRAME = 2;
const WIRE_GROUP = 3;
const WIRE_GROUP_END = 4;
export const WIRE_FIXED32 = 5;

const MAX_GROUP_DEPTH = 32;
const MAX_VARINT_BYTES = 10;

/** Bytes that are no protobuf message; `at` is where. */
export class WireError extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/**
 * A cursor over protobuf's wire format (protobuf.dev, "Encoding"), on the hot path of the collector: no objects for
 * frames, the end of the frame is passed along instead. Never reads beyond `end`.
 */
export class WireReader {
  readonly bytes: Buffer;
  pos = 0;
  /** Of the tag that was read last. */
  field = 0;
  wireType = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Reads the next tag into `field` and `wireType`; false at the end of the frame. */
  next(end: number): boolean {
    if (this.pos >= end) return false;
    const tag = this.varint32(end);
    this.field = tag >>> 3;
    this.wireType = tag & 7;
    if (this.field === 0) throw new WireError('field number 0', this.pos);
    return true;
  }

  /** The low 32 bits of a varint, unsigned. */
  varint32(end: number): number {
    let value = 0;
    for (let i = 0; i < MAX_VARINT_BYTES; i += 1) {
      const byte = this.#byte(end);
      if (i < 5) value |= (byte & 0x7f) << (i * 7);
      if (byte < 0x80) return value >>> 0;
    }
    throw new WireError('a varint of more than 10 bytes', this.pos);
  }

  /** A varint as a signed 64-bit integer. */
  varint64(end: number): bigint {
    const start = this.pos;
    let low = 0;
    for (let i = 0; i < 4; i += 1) {
      const byte = this.#byte(end);
      low |= (byte & 0x7f) << (i * 7);
      if (byte < 0x80) return BigInt(low);
    }
    this.pos = start;
    let value = 0n;
    for (let i = 0; i < MAX_VARINT_BYTES; i += 1) {
      const byte = this.#byte(end);
      value |= BigInt(byte & 0x7f) << BigInt(i * 7);
      if (byte < 0x80) return BigInt.asIntN(64, value);
    }
    throw new WireError('a varint of more than 10 bytes', this.pos);
  }

  fixed64(end: number): bigint {
    const at = this.#take(8, end);
    return this.bytes.readBigUInt64LE(at);
  }

  double(end: number): number {
    const at = this.#take(8, end);
    return this.bytes.readDoubleLE(at);
  }

  /** Reads the length of a frame and gives where it ends; the frame lies within the one around it. */
  frame(end: number): number {
    const length = this.varint32(end);
    if (length > end - this.pos) {
      throw new WireError(`a frame of ${length} bytes where ${end - this.pos} are left`, this.pos);
    }
    return this.pos + length;
  }

  /** UTF-8; what is none becomes U+FFFD. */
  text(end: number): string {
    const to = this.frame(end);
    const text = this.bytes.toString('utf8', this.pos, to);
    this.pos = to;
    return text;
  }

  hex(end: number): string {
    const to = this.frame(end);
    const text = this.bytes.toString('hex', this.pos, to);
    this.pos = to;
    return text;
  }

  /** A copy, so that a small value does not keep the whole request in memory. */
  data(end: number): Uint8Array {
    const to = this.frame(end);
    const data = new Uint8Array(this.bytes.subarray(this.pos, to));
    this.pos = to;
    return data;
  }

  /** Passes over the value of the tag that was read last: fields that are not known, or not as they should be. */
  skip(end: number, depth = 0): void {
    switch (this.wireType) {
      case WIRE_VARINT:
        this.varint32(end);
        return;
      case WIRE_FIXED64:
        this.#take(8, end);
        return;
      case WIRE_FRAME:
        this.pos = this.frame(end);
        return;
      case WIRE_FIXED32:
        this.#take(4, end);
        return;
      case WIRE_GROUP:
        this.#skipGroup(end, depth);
        return;
      default:
        throw new WireError(`wire type ${this.wireType} has no place here`, this.pos);
    }
  }

  #skipGroup(end: number, depth: number): void {
    if (depth >= MAX_GROUP_DEPTH) throw new WireError('groups nested too deeply', this.pos);
    const group = this.field;
    while (this.next(end)) {
      if (this.wireType === WIRE_GROUP_END) {
        if (this.field === group) return;
        throw new WireError('a group ends that did not begin', this.pos);
      }
      this.skip(end, depth + 1);
    }
    throw new WireError('a group does not end', this.pos);
  }

  #byte(end: number): number {
    const byte = this.pos < end ? this.bytes[this.pos] : undefined;
    if (byte === undefined) throw new WireError('the data ends within a value', this.pos);
    this.pos += 1;
    return byte;
  }

  #take(count: number, end: number): number {
    const at = this.pos;
    if (count > end - at) throw new WireError('the data ends within a value', at);
    this.pos = at + count;
    return at;
  }
}

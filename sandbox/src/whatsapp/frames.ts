const LENGTH_BYTES = 3
// As much as three bytes can say; nothing in the protocol comes near.
const FRAME_BYTES_MAX = 2 ** 24 - 1
const INTRODUCTION = /^WA/
const ROUTED = /^ED/

/**
 * Cuts what a client sends into frames: first the introduction (four bytes, perhaps behind the routing
 * that the last connection was told), then frames with their length before them.
 */
export function createFrameReader() {
  let buffered = Buffer.alloc(0)
  let header: Buffer | undefined

  const readHeader = (): void => {
    if (header || buffered.length < 4) return
    if (ROUTED.test(buffered.toString('latin1', 0, 2))) {
      if (buffered.length < 7) return
      const end = 7 + buffered.readUIntBE(4, LENGTH_BYTES)
      if (buffered.length < end + 4) return
      buffered = buffered.subarray(end)
    }
    if (!INTRODUCTION.test(buffered.toString('latin1', 0, 2)))
      throw new Error('The client does not introduce itself as WhatsApp does.')
    header = buffered.subarray(0, 4)
    buffered = buffered.subarray(4)
  }

  return {
    /** The introduction, once it was read. */
    header: () => header,
    /** Takes bytes from the wire and gives the frames that are whole now. */
    *read(bytes: Buffer): Generator<Buffer> {
      buffered = Buffer.concat([buffered, bytes])
      readHeader()
      if (!header) return
      while (buffered.length >= LENGTH_BYTES) {
        const end = LENGTH_BYTES + buffered.readUIntBE(0, LENGTH_BYTES)
        if (buffered.length < end) return
        const frame = buffered.subarray(LENGTH_BYTES, end)
        buffered = buffered.subarray(end)
        yield frame
      }
    },
  }
}

export function framed(bytes: Uint8Array): Buffer {
  if (bytes.length > FRAME_BYTES_MAX) throw new Error('A frame has at most 16 MB.')
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUIntBE(bytes.length, 0, LENGTH_BYTES)
  return Buffer.concat([length, bytes])
}

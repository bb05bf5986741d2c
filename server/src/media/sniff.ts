/** What tells a type lies within so many of the first bytes; of a ZIP, whose parts name it, mostly. */
const LOOKED_AT = 65_536

/**
 * The type that the first bytes of a file say it has, whatever its name; undefined when they say none. The
 * library is loaded when the first file comes: it costs 8 MB.
 */
export async function sniff(start: Buffer): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type')
  try {
    return (await fileTypeFromBuffer(start.subarray(0, LOOKED_AT)))?.mime
  } catch {
    // Bytes that begin like a type and go on otherwise are of none.
    return undefined
  }
}

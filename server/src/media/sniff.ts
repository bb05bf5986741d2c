/** The type of a file can be read from its first 64 KB (of a ZIP file usually too). */
const START_BYTES = 65_536

/**
 * Returns the type that the first bytes of a file show, whatever its name; undefined if they show none. The
 * library is loaded with the first file, because it needs 8 MB.
 */
export async function sniff(start: Buffer): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type')
  try {
    return (await fileTypeFromBuffer(start.subarray(0, START_BYTES)))?.mime
  } catch {
    // Bytes that begin like a type but go on differently have no type.
    return undefined
  }
}

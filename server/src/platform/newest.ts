/** Newest rows in an export: some 15 MB of JSON. Older ones can be listed page by page. */
const EXPORTED_MAX = 20_000

/** Rows read at once for an export. */
export const EXPORT_PAGE = 500

type Cursor = { at: Date; id: string }

/** The newest rows of a list whose latest due come first, page by page. */
export async function* newest<R extends { dueAt: Date; id: string }>(
  list: (from: Cursor | undefined) => Promise<R[]>,
): AsyncGenerator<R[]> {
  let from: Cursor | undefined
  for (let read = 0; read < EXPORTED_MAX; read += EXPORT_PAGE) {
    const page = await list(from)
    yield page
    const last = page.at(-1)
    if (!last || page.length < EXPORT_PAGE) return
    from = { at: last.dueAt, id: last.id }
  }
}

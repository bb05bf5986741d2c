/** Saves `data` as a JSON file on the person's machine. */
export function download(name: string, data: unknown) {
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // By the next task the browser has taken the file over.
  setTimeout(() => URL.revokeObjectURL(link.href))
}

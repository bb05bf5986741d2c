/** What stands for a variable where a text is shown for no group and no run yet. */
const NAMES: Readonly<Record<string, string>> = {
  group: 'group name',
  date: 'date',
  time: 'time',
  n: 'number',
}

/** A text as lists, calendars and toasts show it: its variables in words instead of braces, like `‹group name›`. */
export const spoken = (text: string): string =>
  text.replaceAll(/\{\{\s*(\w{1,20})\s*\}\}/g, (_, name: string) => `‹${NAMES[name] ?? name}›`)

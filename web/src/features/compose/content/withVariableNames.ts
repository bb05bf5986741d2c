/** The words shown for a variable while group and run are not known. */
const NAMES: Readonly<Record<string, string>> = {
  group: 'group name',
  date: 'date',
  time: 'time',
  n: 'number',
}

/** A text as lists, calendars and toasts show it: its variables in words instead of braces, like `‹group name›`. */
export const withVariableNames = (text: string): string =>
  text.replaceAll(/\{\{\s*(\w{1,20})\s*\}\}/g, (_, name: string) => `‹${NAMES[name] ?? name}›`)

/**
 * Puts the focus on what shows a place of a form: the control of that name, such as one answer of a poll, else
 * what `setFocus` knows of the field around it.
 */
export function focusField(path: string, setFocus: (path: string) => void) {
  const named = document.getElementsByName(path)[0]
  if (named) named.focus()
  else setFocus(path.replace(/(poll|buttons|variants)\..*$/, '$1'))
}

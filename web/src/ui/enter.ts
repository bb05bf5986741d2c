/** Sets the value of a field as if it had been typed, so that its listeners are called. */
export function enter(input: HTMLInputElement, value: string) {
  // React replaces the setter of the element and ignores changes made through it, so the prototype's setter is used.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

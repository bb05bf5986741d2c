/** Sets what stands in a field as if it had been typed, so that whoever follows the field hears of it. */
export function enter(input: HTMLInputElement, value: string) {
  // React keeps a setter of its own on the element, by which it would take this for its own doing.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

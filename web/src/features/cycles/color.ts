/** What a cycle can be told apart by, with its name. Of the value only the hue is shown: those that groups have. */
export const cycleColors = [
  { value: '#b1667e', name: 'Rose' },
  { value: '#b16c4c', name: 'Orange' },
  { value: '#977d30', name: 'Gold' },
  { value: '#668e4f', name: 'Green' },
  { value: '#239382', name: 'Teal' },
  { value: '#2b8cad', name: 'Cyan' },
  { value: '#697dbc', name: 'Blue' },
  { value: '#976da9', name: 'Purple' },
] as const

/** A color as light and strong as the theme has those of groups, so that any is seen on its ground. */
export const shadeOf = (color: string) => `oklch(from ${color} var(--mark) h)`

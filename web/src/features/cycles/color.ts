/** The colors of cycles. Only the hue of a value is used: the hues of groups. */
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

/** A color with the lightness and chroma that the theme gives groups, so that each has enough contrast. */
export const shadeOf = (color: string) => `oklch(from ${color} var(--mark) h)`

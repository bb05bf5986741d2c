/** A query that the server answers with an error, with the network's code and text. */
export class Refused extends Error {
  readonly code: number
  readonly text: string

  constructor(code: number, text: string) {
    super(`${code} ${text}`)
    this.code = code
    this.text = text
  }
}

/** A question that the server answers with an error: its code and word are the network's. */
export class Refused extends Error {
  readonly code: number
  readonly text: string

  constructor(code: number, text: string) {
    super(`${code} ${text}`)
    this.code = code
    this.text = text
  }
}

export type ResponseParameters = { retry_after?: number; migrate_to_chat_id?: number }

/** A refusal of the server. Texts are those of the real server: the product matches on them. */
export class Refusal extends Error {
  readonly status: number
  readonly parameters: ResponseParameters | undefined

  constructor(status: number, description: string, parameters?: ResponseParameters) {
    super(description)
    this.status = status
    this.parameters = parameters
  }
}

export const badRequest = (text: string, parameters?: ResponseParameters): Refusal =>
  new Refusal(400, `Bad Request: ${text}`, parameters)

export const forbidden = (text: string): Refusal => new Refusal(403, `Forbidden: ${text}`)

export const conflict = (text: string): Refusal => new Refusal(409, `Conflict: ${text}`)

/** `seconds` is whole and at least 1, in the text, in the parameters and in the Retry-After header. */
export const tooManyRequests = (seconds: number): Refusal =>
  new Refusal(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds })

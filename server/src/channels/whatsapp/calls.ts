// The methods of an interface are functions of one argument.
type Methods = { [name: string]: (given: never) => unknown }
type Given<M, N extends keyof M> = M[N] extends (given: infer G) => unknown ? G : never
type Result<M, N extends keyof M> = M[N] extends (given: never) => infer R ? R : never

/** The functions that the other side can call. */
export type Answers<M> = {
  [N in keyof M]: (given: Given<M, N>) => Result<M, N> | Promise<Result<M, N>>
}

type Message =
  | { kind: 'call'; id: number; name: string; given: unknown }
  | { kind: 'answer'; id: number; result: unknown }
  | { kind: 'failed'; id: number; reason: string }
  | { kind: 'event'; device: string; event: unknown }

type Port = {
  postMessage(message: Message, transfer?: readonly ArrayBuffer[]): void
  on(event: 'message', callback: (message: Message) => void): unknown
}

export type Calls<M> = {
  /** Buffers of `transfer` are moved to the other thread instead of copied, and are unusable here afterwards. */
  call<N extends keyof M & string>(
    name: N,
    given: Given<M, N>,
    transfer?: readonly ArrayBuffer[],
  ): Promise<Result<M, N>>
  tell(device: string, event: unknown): void
  /** The other side has ended: open calls fail. */
  end(reason: string): void
}

/** Calls between two threads, both ways. Of an error only the message is transferred. */
export function openCalls<Theirs extends Methods, Ours extends Methods>(
  port: Port,
  answers: Answers<Ours>,
  onEvent: (device: string, event: unknown) => void = () => {},
): Calls<Theirs> {
  const waiting = new Map<number, { resolve(result: never): void; reject(error: Error): void }>()
  let lastId = 0
  let ended: string | undefined

  port.on('message', (message) => {
    if (message.kind === 'call') return void answer(message)
    if (message.kind === 'event') return onEvent(message.device, message.event)
    const { id } = message
    const asked = waiting.get(id)
    waiting.delete(id)
    if (message.kind === 'answer') asked?.resolve(message.result as never)
    else asked?.reject(new Error(message.reason))
  })

  async function answer({ id, name, given }: Message & { kind: 'call' }) {
    try {
      const result = await answers[name]!(given as never)
      port.postMessage({ kind: 'answer', id, result })
    } catch (error) {
      port.postMessage({ kind: 'failed', id, reason: (error as Error).message })
    }
  }

  return {
    call(name, given, transfer) {
      if (ended !== undefined) return Promise.reject(new Error(ended))
      const id = ++lastId
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        port.postMessage({ kind: 'call', id, name, given }, transfer)
      })
    },
    tell: (device, event) => port.postMessage({ kind: 'event', device, event }),
    end(reason) {
      ended = reason
      for (const { reject } of waiting.values()) reject(new Error(reason))
      waiting.clear()
    },
  }
}

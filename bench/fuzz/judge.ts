import type { Reply } from './wire.ts'

type Violation = { rule: string; request: string; answer: string; times: number }

/** How much of a request and of an answer is printed, in characters. */
const SHOWN_MAX = 600

/** Collects what must not be; of what is wrong in the same way the shortest request is kept. */
export function openCourt() {
  const violations = new Map<string, Violation>()
  const statuses = new Map<string, Map<number, number>>()

  function accuse(rule: string, where: string, request: string, answer: string) {
    const id = `${rule} ${where}`
    const former = violations.get(id)
    const times = (former?.times ?? 0) + 1
    const shorter = !former || request.length < former.request.length
    violations.set(id, shorter ? { rule, request, answer, times } : { ...former, times })
  }

  return {
    accuse,
    /** Judges one answer; `secrets` are what whoever asked must never see. */
    judge(where: string, request: string, { status, text, hung }: Reply, secrets: Secrets) {
      const counts = statuses.get(where) ?? new Map<number, number>()
      statuses.set(where, counts.set(status, (counts.get(status) ?? 0) + 1))
      if (hung) accuse('no answer within 10 s', where, request, text)
      // An answer to HEAD has no words.
      const named = isNamed(status, text) || (status === 503 && request.startsWith('HEAD '))
      if (status >= 500 && !named) accuse(`answered ${status}`, where, request, text)
      for (const secret of secrets.texts) {
        if (text.includes(secret)) accuse('told what is another’s', where, request, text)
      }
      for (const id of secrets.ids) {
        if (text.includes(id) && !request.includes(id)) {
          accuse('told an id of another', where, request, text)
        }
      }
    },
    /** How often each status was answered, most often first, one line for each kind of request. */
    table(): string[] {
      return [...statuses]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([where, counts]) => {
          const told = [...counts]
            .toSorted(([, a], [, b]) => b - a)
            .map(([status, count]) => `${status === 0 ? 'closed' : status} × ${count}`)
          return `  ${where.padEnd(22)} ${told.join(', ')}`
        })
    },
    verdict(): string[] {
      return [...violations.values()].map(
        ({ rule, request, answer, times }) =>
          `✖ ${rule}, ${times} ×\n    ${cut(request)}\n    → ${cut(answer)}`,
      )
    },
  }
}

export type Secrets = { texts: readonly string[]; ids: readonly string[] }

/** A 503 that says what is down and what to do, which is no accident. */
function isNamed(status: number, text: string): boolean {
  return status === 503 && /"code":"unavailable","message":"[^"]{10,}/.test(text)
}

const cut = (text: string) =>
  JSON.stringify(text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}… ${text.length}` : text)

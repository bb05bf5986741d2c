import { ApiError, isApiError, isTemporary } from '../../api/errors.ts'
import { isLost } from '../../api/untilAnswered.ts'

/** The presses of a button that saves, while no answer has come. */
export type Attempt = {
  /** A random name, with which the names of its saves begin: what it has created is known by it. */
  id: string
  /** The last button that was pressed, and when. */
  press: string
  pressedAt: number
  /** A person was told that it was refused, though it may exist, or has left while nobody knew: only they press again. */
  told?: 'refused' | 'left'
}

/** Stores the last attempt of a form until its answer arrives; `useUnsaved` provides it. */
export type AttemptStorage = {
  /** The id of the form, from which the server creates only one thing, and what it has stored of it. */
  form: () => FormOnServer
  read: () => Attempt | undefined
  /** All values of the form, as a text. */
  text: () => string
  /** Stores that these values are being saved, as a part of the attempt whose answer is out, or of a new one. */
  begin: (press: string, text: string) => Attempt
  end: () => void
  /** Stores what a person was told of it. */
  noteTold: (what: NonNullable<Attempt['told']>) => void
  /** A person was told that the thing exists: the next press creates another one, under another form id. */
  startAnew: () => void
  /** Whether the form has changed since the last press of the attempt. */
  typedSince: () => boolean
  /** Stores on the server again what was typed since, as the save has deleted it there. */
  keepAgain: () => void
}

/** What names a form to the server when it is saved. */
export type FormOnServer = { formId: string; device: string; unsavedRev?: number }

type Thing = { editedRev: number }

type Calls<I, T, P extends string> = {
  create: (body: I & FormOnServer & { attempt: string }) => Promise<T>
  /** Changes the created thing to the present values. */
  change: (made: T, body: I, name: string) => Promise<T>
  /** Whether the thing is in the state that a press asks for. */
  isAsked: (there: T, press: P) => boolean
  /** Why the thing, null if it was deleted, takes no change any more, in words; undefined if it can be changed. */
  whyOver: (there: T | null) => string | undefined
}

/**
 * Until how long after the press a reloaded page repeats the attempt by itself, in milliseconds. Later, the person may
 * have done it in another way, and must press again.
 */
const REPEATED_MS = 5 * 60_000

/** The `editedRev` of what nobody has changed since it was created. */
const UNCHANGED = 1

/** The button to press again after a reload: its attempt got no answer at all, and the form has not changed since. */
export function pressToRepeat(
  { read, typedSince }: Pick<AttemptStorage, 'read' | 'typedSince'>,
  now = Date.now(),
): string | undefined {
  const tried = read()
  return tried && !tried.told && !typedSince() && now - tried.pressedAt < REPEATED_MS
    ? tried.press
    : undefined
}

/**
 * Sends what is saved, and stores meanwhile that no answer has come. What fails before, in `prepare`, is in no doubt. The
 * caller ends the attempt once it has taken over the answer.
 */
export async function send<I, R>(
  stored: AttemptStorage,
  { press, prepare }: { press: string; prepare: () => Promise<I> },
  work: (body: I & FormOnServer, name: string) => Promise<R>,
): Promise<R> {
  const text = stored.text()
  const body = await prepare()
  const { id } = stored.begin(press, text)
  try {
    return await work({ ...body, ...stored.form() }, nameOf(id, body))
  } catch (error) {
    if (!isUnknown(error)) stored.end()
    else if (isRefusal(error)) stored.noteTold('refused')
    throw error
  }
}

/** The name of a save on the server. Only a press of the same attempt that asks for the same has the same name. */
export function nameOf(attemptId: string, body: unknown): string {
  // FNV-1a: browsers have a hash of their own only where a page is served securely.
  let hash = 0xcbf29ce484222325n
  for (const char of JSON.stringify(body)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(char.codePointAt(0)!)) * 0x100000001b3n)
  }
  return `${attemptId}.${hash.toString(16)}`
}

const attemptIn = (name: string | undefined) => name?.split('.')[0]

/**
 * The two ways to save a form that creates a thing:
 * - `create` creates it exactly once, however often the answer is lost and on how many devices it is saved: the server
 *   answers with what was created before. If an attempt of this form has created it, and it is as the press asks, it is
 *   changed to the present values; otherwise the error has its present state as `current`, and a person decides. The
 *   attempt stays stored until nothing typed since is left, so that a reload knows whose the thing is.
 * - `goOn` makes a change of the thing that was created: it calls `work` and returns its result.
 *
 * Both refuse what takes no change any more: then what is typed becomes a new thing with the next press.
 */
export function openCreation<I extends object, T extends Thing, P extends string>(
  stored: AttemptStorage,
  { create, change, isAsked, whyOver }: Calls<I, T, P>,
) {
  return {
    async create(prepare: () => Promise<I>, press: P): Promise<T> {
      const made = await send(stored, { press, prepare }, (body, name) =>
        create({ ...body, attempt: name }).catch((error: unknown) =>
          changeCreated(error, { body, press, name }),
        ),
      )
      // Values typed after that belong to this thing: after a reload they must not look like those of another device.
      if (stored.typedSince()) stored.keepAgain()
      else stored.end()
      return made
    },

    async goOn<R>(present: T, work: () => Promise<R>): Promise<R> {
      refuseIfOver(present)
      return work().catch((error: unknown) => {
        const there = isApiError(error, 'not_found')
          ? null
          : (createdBefore(error) as T | undefined)
        if (there !== undefined) refuseIfOver(there)
        throw error
      })
    },
  }

  /** Changes what was created before, if this attempt did it. */
  async function changeCreated(
    error: unknown,
    { body, press, name }: { body: I; press: P; name: string },
  ): Promise<T> {
    const there = createdBefore(error) as T | null | undefined
    if (there === undefined) throw error
    refuseIfOver(there)
    const isOurs = isApiError(error, 'conflict') && attemptIn(error.attempt) === attemptIn(name)
    if (!there || !isOurs || !isAsked(there, press) || there.editedRev !== UNCHANGED) throw error
    return change(there, body, name)
  }

  function refuseIfOver(there: T | null) {
    const over = whyOver(there)
    if (over === undefined) return
    stored.startAnew()
    throw new ApiError(409, { code: 'conflict', message: over })
  }
}

/** The present state of what was created from the form before; null if that is deleted; undefined for another error. */
export const createdBefore = (error: unknown): unknown =>
  isApiError(error, 'conflict') ? error.current : undefined

/** Whether the server itself answered that it did not do it, for example after too many calls. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && !isLost(error) && !isApiError(error, 'unauthenticated')

/** Whether the thing may exist in spite of the error. */
const isUnknown = (error: unknown): boolean =>
  // The user has signed out before the answer came.
  (error instanceof DOMException && error.name === 'AbortError') ||
  isTemporary(error) ||
  isApiError(error, 'unauthenticated')

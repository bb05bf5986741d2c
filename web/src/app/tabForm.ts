import { newFormKey } from './unsaved.ts'
import { tabStorage } from './unsavedStorage.ts'

/** The id of the form of a place that this tab had open last, also before a reload. */
export const formIdOfTab = (uid: string, place: string): string | null =>
  tabStorage()?.getItem(newFormKey(place, uid)) ?? null

/**
 * Holds a form for this tab, so that no other tab fills it in as well. `onTaken` is called if another one holds it
 * already. Returns the function that lets it go. Without a secure context browsers know no locks, and tabs share forms.
 */
export function holdForm(
  { uid, place, formId }: { uid: string; place: string; formId: string },
  onTaken?: () => void,
): () => void {
  const isOwn = formIdOfTab(uid, place) === formId
  const { promise, resolve } = Promise.withResolvers<void>()
  const locks = (navigator as Partial<Navigator>).locks
  // After a reload the lock of the page before may be on its way back, so the tab waits for its own.
  const options = isOwn || !onTaken ? {} : { ifAvailable: true }
  void locks?.request(newFormKey(place, formId), options, (lock) => {
    if (lock) {
      note()
      return promise
    }
    onTaken?.()
  })
  if (!locks || isOwn || !onTaken) note()
  return resolve

  function note() {
    try {
      tabStorage()?.setItem(newFormKey(place, uid), formId)
    } catch {
      // Storage is full: a reload opens the form that was typed last.
    }
  }
}

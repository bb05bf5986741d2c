import type { Token } from './token.ts'

/** The messages between tabs of one browser; nothing of them is stored. */
export type TabNews =
  /** Somebody signed in or out: ask the server who is signed in. */
  { kind: 'session' } | { kind: 'token'; token: Token }

/** The other tabs of this browser. */
export type Tabs = {
  tell: (news: TabNews) => void
  listen: (listener: (news: TabNews) => void) => void
  /** Runs `task` while no other tab runs a task of the same name. */
  alone: <T>(name: string, task: () => Promise<T>) => Promise<T>
}

/** The tabs of this browser that share `name`. Where the browser has no locks, each tab acts for itself. */
export function openTabs(name: string): Tabs {
  const channel = new BroadcastChannel(name)
  return {
    tell: (news) => channel.postMessage(news),
    listen: (listener) => {
      channel.addEventListener('message', (event: MessageEvent<TabNews>) => listener(event.data))
    },
    alone: (task, work) =>
      'locks' in navigator ? navigator.locks.request(`${name}-${task}`, work) : work(),
  }
}

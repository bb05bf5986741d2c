import type { Token } from './token.ts'

/** What tabs of one browser tell each other; nothing of it is stored. */
export type TabNews =
  /** Somebody signed in or out: look who is here. */
  { kind: 'session' } | { kind: 'token'; token: Token }

/** The other tabs of this browser. */
export type Tabs = {
  tell: (news: TabNews) => void
  listen: (listener: (news: TabNews) => void) => void
  /** Runs `task` while no other tab runs one under the same name. */
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

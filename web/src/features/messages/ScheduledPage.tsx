import { Plus } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { prefetching } from '../../app/pages.ts'
import { Page } from '../../app/Page.tsx'
import { paths } from '../../app/paths.ts'
import { buttonLook } from '../../ui/Button.tsx'
import { MessageList } from './list/MessageList.tsx'
import { SearchField } from './list/SearchField.tsx'
import { Tabs } from './list/Tabs.tsx'
import { tabIn } from './tabs.ts'

/** Messages that go out once: to come, gone, in trouble, unfinished. The address says what is shown. */
export function Component() {
  const [search] = useSearchParams()
  const tab = tabIn(search)
  const q = search.get('q') ?? ''
  return (
    <Page
      title="Scheduled Messages"
      actions={
        <Link
          to={paths.newMessage}
          className={buttonLook({ variant: 'primary' })}
          {...prefetching(paths.newMessage)}
        >
          <Plus size={16} aria-hidden /> New message
        </Link>
      }
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Tabs tab={tab} />
        <SearchField q={q} />
      </div>
      <MessageList tab={tab} q={q} />
    </Page>
  )
}

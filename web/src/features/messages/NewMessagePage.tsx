import { Page } from '../../app/Page.tsx'
import { OnlyGroup } from '../first-run/OnlyGroup.tsx'
import { MessageEditor } from './editor/MessageEditor.tsx'

export function Component() {
  return (
    <Page title="New message">
      <MessageEditor>
        <OnlyGroup />
      </MessageEditor>
    </Page>
  )
}

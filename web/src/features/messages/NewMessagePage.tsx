import { Page } from '../../app/Page.tsx'
import { MessageEditor } from './editor/MessageEditor.tsx'

export function Component() {
  return (
    <Page title="New message">
      <MessageEditor />
    </Page>
  )
}

import { OnlyGroup } from '../first-run/OnlyGroup.tsx'
import { MessageEditor } from './editor/MessageEditor.tsx'

export function Component() {
  return (
    <MessageEditor title="New message">
      <OnlyGroup />
    </MessageEditor>
  )
}

import { Bell } from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

test('210 an icon is 24 px, drawn 2 wide, unless its place says otherwise', () => {
  const drawn = renderToStaticMarkup(createElement(Bell))
  expect(drawn).toContain('width="24" height="24"')
  expect(drawn).toContain('stroke-width="2"')
})

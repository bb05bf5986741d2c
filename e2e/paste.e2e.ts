import type { Page } from '@playwright/test'
import { arrive, expect, test } from './fixtures.ts'

/** Pastes the clipboard content of another program. */
async function paste(page: Page, html: string, plain: string) {
  await page.getByLabel('Message', { exact: true }).focus()
  return page.evaluate(
    ([html = '', plain = '']) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', html)
      clipboardData.setData('text/plain', plain)
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      // Whether the browser would paste the plain text by itself.
      return document.activeElement?.dispatchEvent(event)
    },
    [html, plain],
  )
}

const WORD = `<html><head><style>p.MsoNormal {margin:0}</style></head><body>
<p class=MsoNormal><b>Rehearsal</b> on <i>Friday</i>, <s>at 7</s> <span style='font-weight:bold'>at 8</span>.<o:p></o:p></p>
<p class=MsoNormal>See <a href="https://example.org/plan"><u>the
plan</u></a> &amp; bring 2*3*4 chairs.</p></body></html>`

const WEB = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p><span style="font-weight:700">Menu</span></p>
<ul><li>Soup</li><li><em>Bread</em></li></ul><blockquote>Come hungry.</blockquote><pre><code>a = 1
b = 2</code></pre><p>Run <code>npm start</code></p><script>alert(1)</script></b>`

test('215 what is pasted from Word or the web keeps its formatting, and is undone as one step', async ({
  page,
}) => {
  await arrive(page, '/dashboard/new-message')
  const text = page.getByLabel('Message', { exact: true })
  await text.fill('Hello. ')
  await text.press('End')
  expect(await paste(page, WORD, 'Rehearsal on Friday')).toBe(false)
  await expect(text).toHaveValue(
    'Hello. *Rehearsal* on _Friday_, ~at 7~ *at 8*.\nSee [the plan](https://example.org/plan) & bring 2*3*4 chairs.',
  )
  await text.press('ControlOrMeta+z')
  await expect(text).toHaveValue('Hello. ')

  await text.fill('')
  expect(await paste(page, WEB, 'Menu')).toBe(false)
  await expect(text).toHaveValue(
    '*Menu*\n\n• Soup\n• _Bread_\n> Come hungry.\n```\na = 1\nb = 2\n```\n\nRun `npm start`',
  )

  // Plain text is pasted by the browser itself, and a partly bold word stays one word.
  expect(await paste(page, '<p>Only <span style="color:red">words</span></p>', 'Only words')).toBe(
    true,
  )
  expect(await paste(page, 'un<b>believ</b>able', 'unbelievable')).toBe(true)
})

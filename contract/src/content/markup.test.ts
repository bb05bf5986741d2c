import { expect, test } from 'vitest'
import type { Entity } from './entities.ts'
import { parse, plain } from './markup.ts'
import { print } from './print.ts'

/** The markup, what a member reads, and the entities as `type offset+length extra`. */
type Row = [markup: string, text: string, ...entities: string[]]

const stories: Record<string, Row[]> = {
  'each sign has its style': [
    ['*bold*', 'bold', 'bold 0+4'],
    ['_italic_', 'italic', 'italic 0+6'],
    ['~strike~', 'strike', 'strikethrough 0+6'],
    ['__underline__', 'underline', 'underline 0+9'],
    ['||spoiler||', 'spoiler', 'spoiler 0+7'],
    ['`code`', 'code', 'code 0+4'],
    ['```block```', 'block', 'pre 0+5'],
    ['> quote', 'quote', 'blockquote 0+5'],
    ['[text](https://a.example)', 'text', 'text_link 0+4 https://a.example'],
    ['say *this* aloud', 'say this aloud', 'bold 4+4'],
    ['*a* *b*', 'a b', 'bold 0+1', 'bold 2+1'],
  ],
  'styles lie inside each other': [
    ['*_both_*', 'both', 'bold 0+4', 'italic 0+4'],
    ['_*both*_', 'both', 'bold 0+4', 'italic 0+4'],
    ['*bold _and italic_*', 'bold and italic', 'bold 0+15', 'italic 5+10'],
    ['___x___', 'x', 'italic 0+1', 'underline 0+1'],
    ['___a__ b_', 'a b', 'italic 0+3', 'underline 0+1'],
    ['___a_ b__', 'a b', 'underline 0+3', 'italic 0+1'],
    ['__a _b___', 'a b', 'underline 0+3', 'italic 2+1'],
    ['*_~||all||~_*', 'all', 'bold 0+3', 'italic 0+3', 'strikethrough 0+3', 'spoiler 0+3'],
    ['*a _b* c_', 'a _b c_', 'bold 0+4'],
    ['*a *b*', 'a *b', 'bold 0+4'],
  ],
  'a sign touches its words, and words only on one side': [
    ['2*3*4', '2*3*4'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['snake_case_name', 'snake_case_name'],
    ['* one\n* two', '* one\n* two'],
    ['a*b*', 'a*b*'],
    ['*b*a', '*b*a'],
    ['* a*', '* a*'],
    ['*a *', '*a *'],
    ['about ~100 to ~200', 'about ~100 to ~200'],
    ['if (a || b)', 'if (a || b)'],
    ['(*a*), "_b_": ~c~!', '(a), "b": c!', 'bold 1+1', 'italic 6+1', 'strikethrough 10+1'],
    ['é*a*é', 'é*a*é'],
    ['e\u0301*a*', 'e\u0301*a*'],
    ['❤️*a*👍', '❤️a👍', 'bold 2+1'],
    ['今天*开会*吧', '今天开会吧', 'bold 2+2'],
    ['*공지*입니다', '공지입니다', 'bold 0+2'],
  ],
  'runs that are no sign are text': [
    ['**bold**', '**bold**'],
    ['~~strike~~', '~~strike~~'],
    ['____x____', '____x____'],
    ['|x|', '|x|'],
    ['|||x|||', '|||x|||'],
    ['``x``', '``x``'],
    ['*', '*'],
    ['*_~||', '*_~||'],
    ['-_- and -_-, ^_^ and ^_^', '-_- and -_-, ^_^ and ^_^'],
    ['', ''],
  ],
  'styles end with their line': [
    ['*a\nb*', '*a\nb*'],
    ['*a*\n*b*', 'a\nb', 'bold 0+1', 'bold 2+1'],
    ['*a*\r\n_b_\rc', 'a\nb\nc', 'bold 0+1', 'italic 2+1'],
  ],
  'a backslash before a sign takes it as itself': [
    ['\\*a\\*', '*a*'],
    ['*a\\*b*', 'a*b', 'bold 0+3'],
    ['\\\\', '\\'],
    ['C:\\new\\dir', 'C:\\new\\dir'],
    ['\\> a', '> a'],
    ['\\`a\\`', '`a`'],
    ['\\[a](https://a.example)', '[a](https://a.example)'],
    ['a\\', 'a\\'],
  ],
  'in code every sign is text, and no style lies over it': [
    ['`*a* \\* _b_`', '*a* \\* _b_', 'code 0+10'],
    ['`a\nb`', '`a\nb`'],
    ['` `', '` `'],
    ['`a``b`', 'a``b', 'code 0+4'],
    ['*a `b` c*', 'a b c', 'bold 0+1', 'code 2+1', 'bold 4+1'],
    ['*`a`*', 'a', 'code 0+1'],
    ['`a`*`b`*', 'ab', 'code 0+2'],
  ],
  'a block spans lines and may name its language': [
    ['```\na\n b\n```', 'a\n b', 'pre 0+4'],
    ['```js\nlet a\n```', 'let a', 'pre 0+5 js'],
    ['```hello\nworld```', 'hello\nworld', 'pre 0+11'],
    ['run ```npm start``` now', 'run npm start now', 'pre 4+9'],
    ['````\na ``` b\n````', 'a ``` b', 'pre 0+7'],
    ['```\n> a\n*b*\n```', '> a\n*b*', 'pre 0+7'],
    ['```\n\n```', '```\n\n```'],
    ['```a', '```a'],
    ['*a ```b``` c*', '*a b c*', 'pre 3+1'],
  ],
  'lines that begin with > are one quote': [
    ['> a\n> b', 'a\nb', 'blockquote 0+3'],
    ['> a\n\n> b', 'a\n\nb', 'blockquote 0+1', 'blockquote 3+1'],
    ['> a\n>\n> b', 'a\n\nb', 'blockquote 0+4'],
    ['> a\nb', 'a\nb', 'blockquote 0+1'],
    ['> *a* b', 'a b', 'blockquote 0+3', 'bold 0+1'],
    ['> > a', '> a', 'blockquote 0+3'],
    ['> ```\n> a\n> ```', 'a', 'blockquote 0+1', 'pre 0+1'],
    ['>a >:( ', '>a >:( '],
    ['> \n>', '> \n>'],
    ['a > b', 'a > b'],
  ],
  'links lead to the web, Telegram and mail alone': [
    ['[a](http://a.example)', 'a', 'text_link 0+1 http://a.example'],
    ['[a](tg://resolve?domain=b)', 'a', 'text_link 0+1 tg://resolve?domain=b'],
    ['[a](mailto:a@b.example)', 'a', 'text_link 0+1 mailto:a@b.example'],
    ['[a](HTTPS://A.example)', 'a', 'text_link 0+1 HTTPS://A.example'],
    ['[a](javascript:b)', '[a](javascript:b)'],
    ['[a](data:b)', '[a](data:b)'],
    ['[a](/b)', '[a](/b)'],
    ['[a](https://)', '[a](https://)'],
    ['[a](https://a.example', '[a](https://a.example'],
    ['[a] (https://a.example)', '[a] (https://a.example)'],
    ['[](https://a.example)', '[](https://a.example)'],
    ['[ ](https://a.example)', '[ ](https://a.example)'],
    ['[a](https://a.example/b c)', '[a](https://a.example/b c)'],
    ['[a](https://a.example/b_(c))', 'a', 'text_link 0+1 https://a.example/b_(c)'],
    ['[a](https://a.example/b\\)c)', 'a', 'text_link 0+1 https://a.example/b)c'],
    ['*[a](https://a.example)*', 'a', 'text_link 0+1 https://a.example', 'bold 0+1'],
    ['[*a* b](https://a.example)', 'a b', 'text_link 0+3 https://a.example', 'bold 0+1'],
    ['[a [b] c](https://a.example)', 'a [b] c', 'text_link 0+7 https://a.example'],
    ['[a [b](tg:b) c](tg:c)', '[a b c](tg:c)', 'text_link 3+1 tg:b'],
    ['*a [b* c](tg:b)', '*a b* c', 'text_link 3+4 tg:b'],
    ['[ a ](tg:b)', ' a ', 'text_link 1+1 tg:b'],
    ['[`a`](tg:b)', '`a`', 'text_link 0+3 tg:b'],
  ],
  'an address stays as it is': [
    ['https://a.example/_b_/c_d', 'https://a.example/_b_/c_d'],
    ['*https://a.example/b_c*', 'https://a.example/b_c', 'bold 0+21'],
    ['see https://a.example/*b*.', 'see https://a.example/*b*.'],
    ['_http://a.example/_b_', 'http://a.example/_b', 'italic 0+19'],
  ],
  'offsets count UTF-16 units': [
    ['👍 *a*', '👍 a', 'bold 3+1'],
    ['*👍👍*', '👍👍', 'bold 0+4'],
    ['👨‍👩‍👧*a*', '👨‍👩‍👧a', 'bold 8+1'],
    ['\ud83d*a*', '\ufffda', 'bold 1+1'],
  ],
}

const show = (entity: Entity): string => {
  const extra = 'url' in entity ? entity.url : 'language' in entity ? entity.language : undefined
  return `${entity.type} ${entity.offset}+${entity.length}${extra ? ` ${extra}` : ''}`
}

for (const [story, rows] of Object.entries(stories)) {
  test.for(rows)(`${story}: %j`, ([markup, text, ...entities]) => {
    const rich = parse(markup)
    expect([rich.text, ...rich.entities.map(show)]).toEqual([text, ...entities])
    expect(plain(markup)).toBe(text)
    expect(parse(print(rich))).toEqual(rich)
  })
}

import { errorStatus } from '@carillon/contract/errors'
import type { Answer, OpenApi, Operation, Parameter } from '../openapi.ts'
import type { Schema } from '../schemas.ts'
import { fieldList, fieldsOf, typeBlock } from './fields.ts'
import { html, joined, prose, type Html } from './html.ts'
import { withOwnTypes } from './own-types.ts'

type Call = Operation & { method: string; path: string }

/** An OpenAPI document of ours as a page for people. `style` is the address of its stylesheet, `source` of the document. */
export function docsPage(
  printed: OpenApi,
  { style, source }: { style: string; source: string },
): string {
  const document = withOwnTypes(printed)
  const { info, tags, components } = document
  const rooms = tags.map(({ name }) => ({ name, calls: callsOf(document, name) }))
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>API of ${info.title}</title>
        <link rel="stylesheet" href="${style}" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <nav aria-label="Contents">
          <p class="product"><a href="/">${info.title}</a> API</p>
          <ul class="rooms">
            ${rooms.map(({ name, calls }) => roomLinks(name, calls))}
            <li><a class="room" href="#errors">errors</a></li>
            <li><a class="room" href="#types">types</a></li>
          </ul>
        </nav>
        <main id="content">
          <header>
            <h1>API of ${info.title}</h1>
            ${info.description.split('\n\n').map((text) => html`<p>${prose(text)}</p>`)}
            <p><a href="${source}">The same as OpenAPI 3.1</a>, for programs.</p>
          </header>
          ${rooms.map(({ name, calls }) => roomSection(name, calls))}
          ${errorSection(components.responses)} ${typeSection(components.schemas)}
        </main>
      </body>
    </html>`.text
}

function callsOf({ paths }: OpenApi, room: string): Call[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { tags }]) => tags.includes(room))
      .map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  )
}

const roomLinks = (name: string, calls: Call[]): Html =>
  html`<li>
    <a class="room" href="#room-${name}">${name}</a>
    <ul class="calls">
      ${calls.map(({ operationId }) => html`<li><a href="#${operationId}">${operationId}</a></li>`)}
    </ul>
  </li>`

const roomSection = (name: string, calls: Call[]): Html =>
  html`<section aria-labelledby="room-${name}">
    <h2 id="room-${name}">${name}</h2>
    ${calls.map(callArticle)}
  </section>`

function callArticle(call: Call): Html {
  const [success = '', answer] =
    Object.entries(call.responses).find(([status]) => status[0] === '2') ?? []
  const [{ schema: body } = {}] = Object.values(call.requestBody?.content ?? {})
  return html`<article>
    <h3 id="${call.operationId}">
      <a href="#${call.operationId}">
        <span class="method ${call.method.toLowerCase()}">${call.method}</span>
        <span class="path">${breakable(call.path)}</span>
      </a>
    </h3>
    <p class="summary">
      ${prose(call.summary)}
      <span class="marks"
        ><code>${call.operationId}</code
        >${call.security ? html` <span class="token">token</span>` : ''}</span
      >
    </p>
    ${part('Path', parametersOf(call, 'path'))} ${part('Query', parametersOf(call, 'query'))}
    ${part('Header', parametersOf(call, 'header'))} ${part('Body', body && typeBlock(body))}
    ${part(`Answer, ${success}`, answer && 'content' in answer && typeBlock(dataOf(answer)))}
    ${part('Errors', html`<p>${errorLinks(call)}</p>`)}
  </article>`
}

const part = (title: string, content: Html | false | undefined): Html | undefined =>
  content
    ? html`<div class="part">
        <h4>${title}</h4>
        <div>${content}</div>
      </div>`
    : undefined

function parametersOf({ parameters = [] }: Call, place: Parameter['in']): Html | undefined {
  const some = parameters.filter((one) => one.in === place)
  return some.length > 0 ? fieldList(some) : undefined
}

/** Every success is `{ data }`, as the page says at its top: what is told of a call is what is in it. */
function dataOf(answer: Answer): Schema {
  const { schema } = answer.content['application/json']
  return schema.properties?.['data'] ?? schema
}

function errorLinks({ responses }: Call): Html[] {
  const codes = Object.values(responses).flatMap((one) =>
    '$ref' in one ? one.$ref.slice(one.$ref.lastIndexOf('/') + 1) : [],
  )
  const links = codes
    .filter((code) => code in errorStatus)
    .map((code) => html`<a href="#error-${code}">${code}</a>`)
  return joined(
    [...links, html`<a href="#errors">${links.length > 0 ? 'others' : 'any'}</a>`],
    ', ',
  )
}

const errorSection = (responses: OpenApi['components']['responses']): Html =>
  html`<section aria-labelledby="errors">
    <h2 id="errors">errors</h2>
    <p>
      Any call may answer any of these; each lists those that follow from what it is. They look like
      <a href="#ErrorBody">ErrorBody</a>.
    </p>
    <ul class="fields errors">
      ${Object.entries(errorStatus).map(
        ([code, status]) =>
          html`<li id="error-${code}">
            <code class="name">${code}</code> <span class="type">${String(status)}</span>
            <span class="meaning">${prose(responses[code]?.description ?? '')}</span>
          </li>`,
      )}
    </ul>
  </section>`

const typeSection = (schemas: Record<string, Schema>): Html =>
  html`<section aria-labelledby="types">
    <h2 id="types">types</h2>
    ${Object.entries(schemas).map(
      ([name, schema]) =>
        html`<article>
          <h3 id="${name}"><a href="#${name}">${name}</a></h3>
          ${schema.properties ? fieldList(fieldsOf(schema)) : typeBlock(schema)}
        </article>`,
    )}
  </section>`

/** A long path may break after a slash. */
const breakable = (path: string): Html[] =>
  path
    .split('/')
    .flatMap((piece, i) => (i === 0 ? html`${piece}` : [html`/<wbr />`, html`${piece}`]))

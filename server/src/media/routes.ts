import * as contract from '@carillon/contract/media'
import { routeBytes } from '../platform/http/bytes.ts'
import { route, type Api } from '../platform/http/route.ts'
import * as media from './actions.ts'
import { serve } from './serving.ts'
import * as upload from './upload.ts'

type Link = {
  Params: { id: string; target: string }
  Querystring: { expires?: string; signature?: string }
}

export function mediaRoutes(api: Api): void {
  route(api, contract.listMedia, ({ query }, ctx) => media.listMedia(ctx, query))
  route(api, contract.startUpload, ({ body }, ctx) => upload.startUpload(ctx, body))
  route(api, contract.getMedia, ({ params }, ctx) => media.readMedia(ctx, params.id))
  route(api, contract.updateMedia, ({ params, body }, ctx) =>
    media.changeMedia(ctx, params.id, body),
  )
  route(api, contract.deleteMedia, async ({ params }, ctx) => {
    await media.deleteMedia(ctx, params.id)
    return { done: true as const }
  })
  route(api, contract.getUpload, ({ params }, ctx) => upload.readUpload(ctx, params.id))
  routeBytes(api, contract.putPart, ({ params }, bytes, ctx) => upload.takePart(ctx, params, bytes))
  routeBytes(api, contract.putFrame, ({ params }, bytes, ctx) =>
    upload.takeFrame(ctx, params.id, bytes),
  )
  route(api, contract.finishUpload, ({ params, body }, ctx) =>
    upload.finishUpload(ctx, params.id, body),
  )

  // Opened by what a browser shows, which sends no token: the link itself says who may.
  // For HEAD the file would be read all the same.
  const only = { exposeHeadRoute: false }
  api.http.get<Link>('/media/:id/:target', only, async ({ params, query, headers }, reply) => {
    const {
      status,
      headers: told,
      body,
    } = await serve(api.ctx, {
      ...params,
      query,
      range: headers.range,
    })
    return reply.status(status).headers(told).send(body)
  })
}

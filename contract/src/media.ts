import { endpoint } from './endpoint.ts'

export type { Media, MediaKind, Upload } from './schemas/media.ts'

/** The size of an uploaded part, in bytes: a slow phone sends so much within the minute that a request may take. */
export const PART_BYTES = 1_000_000

/** Largest picture, in bytes, in every tier: networks accept no larger photo, and it is decoded in memory. */
export const PICTURE_BYTES_MAX = 10_000_000

/** Largest picture that a browser makes of a video's first frame, in bytes. */
export const FRAME_BYTES_MAX = 500_000

/** Longest file name and longest alternative text, in characters. */
export const FILE_NAME_MAX = 200
export const ALT_MAX = 1_000

export const listMedia = endpoint({
  method: 'GET',
  path: '/api/media',
  summary: 'List what was uploaded, newest first; `q` searches names and alternative texts.',
  auth: 'user',
  cost: 'search',
  query: 'MediaQuery',
  data: 'MediaPage',
})

export const startUpload = endpoint({
  method: 'POST',
  path: '/api/media',
  summary:
    'Begin to upload a file of so many bytes. An upload that is not finished within a day is deleted.',
  auth: 'user',
  status: 201,
  body: 'NewUpload',
  data: 'Upload',
})

export const getMedia = endpoint({
  method: 'GET',
  path: '/api/media/:id',
  summary: 'Read one file, with links that open it for a quarter of an hour.',
  auth: 'user',
  params: 'IdParams',
  data: 'Media',
})

export const updateMedia = endpoint({
  method: 'PUT',
  path: '/api/media/:id',
  summary: 'Change the name and the alternative text of a file.',
  auth: 'user',
  params: 'IdParams',
  body: 'MediaInput',
  data: 'Media',
})

export const deleteMedia = endpoint({
  method: 'DELETE',
  path: '/api/media/:id',
  summary:
    'Delete a file, or cancel its upload. If it was the photo of the profile, the previous one is shown again.',
  auth: 'user',
  params: 'IdParams',
  data: 'Done',
})

export const getUpload = endpoint({
  method: 'GET',
  path: '/api/media/:id/upload',
  summary: 'Read how much of an upload has arrived, to continue from there.',
  auth: 'user',
  params: 'IdParams',
  data: 'Upload',
})

export const putPart = endpoint({
  method: 'PUT',
  path: '/api/media/:id/parts/:part',
  summary:
    'Send the next part of an upload: `partBytes` bytes, or the rest of the file. A part that has arrived before changes nothing.',
  auth: 'user',
  params: 'PartParams',
  bytes: PART_BYTES,
  data: 'Upload',
})

export const putFrame = endpoint({
  method: 'PUT',
  path: '/api/media/:id/frame',
  summary: 'Send a picture of the first frame of a video, before its upload is finished.',
  auth: 'user',
  cost: 'heavy',
  params: 'IdParams',
  bytes: FRAME_BYTES_MAX,
  data: 'Upload',
})

export const finishUpload = endpoint({
  method: 'POST',
  path: '/api/media/:id/finish',
  summary:
    'Check the uploaded file and store it. If the same file is stored already, that one is returned; with the purpose `photo` it becomes the photo of the profile.',
  auth: 'user',
  cost: 'heavy',
  params: 'IdParams',
  body: 'FinishUpload',
  data: 'Media',
})

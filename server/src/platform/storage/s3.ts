import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { Readable } from 'node:stream'
import { seconds } from '../clock.ts'
import type { S3Settings } from '../config.ts'
import { notFound } from '../errors.ts'
import type { BlobStore } from './port.ts'

/** Who does not answer in this time is away: a request to us may take a minute. Each is tried twice. */
const CONNECT_WITHIN_MS = seconds(3)
const ANSWER_WITHIN_MS = seconds(15)

/** Files in a bucket of anything that speaks S3. An object is there whole or not at all. */
export function s3Store(settings: S3Settings): BlobStore {
  const { bucket: Bucket, accessKeyId, secretAccessKey, endpoint } = settings
  const client = new S3Client({
    region: settings.region,
    maxAttempts: 2,
    forcePathStyle: settings.forcePathStyle,
    requestHandler: {
      connectionTimeout: CONNECT_WITHIN_MS,
      requestTimeout: ANSWER_WITHIN_MS,
      // Otherwise the client only logs that an answer is late.
      throwOnRequestTimeout: true,
    },
    ...(endpoint ? { endpoint } : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    // The newer default, CRC32 on everything, is refused by R2, B2 and older MinIO.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return {
    async put(Key, bytes) {
      await client.send(new PutObjectCommand({ Bucket, Key, Body: bytes }))
    },
    async get(Key, range) {
      try {
        const bytes = range ? { Range: `bytes=${range.from}-${range.to}` } : {}
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, ...bytes }))
        return Body as Readable
      } catch (error) {
        if (error instanceof NoSuchKey || error instanceof NotFound) throw notFound('file')
        throw error
      }
    },
    async deleteFolder(folder) {
      for (;;) {
        const { Contents = [] } = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix: `${folder}/` }),
        )
        if (Contents.length === 0) return
        // One by one: not all that speaks S3 can delete several at once, and a file has some fifty pieces at most.
        for (const { Key } of Contents) await client.send(new DeleteObjectCommand({ Bucket, Key }))
      }
    },
    sweep: async () => {},
  }
}

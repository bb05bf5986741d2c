import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { Readable } from 'node:stream'
import type { S3Settings } from '../config.ts'
import { notFound } from '../errors.ts'
import type { BlobStore } from './port.ts'

/** Files in a bucket of anything that speaks S3. */
export function s3Store(settings: S3Settings): BlobStore {
  const { accessKeyId, secretAccessKey, endpoint } = settings
  const client = new S3Client({
    region: settings.region,
    forcePathStyle: settings.forcePathStyle,
    ...(endpoint ? { endpoint } : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    // The newer default, CRC32 on everything, is refused by R2, B2 and older MinIO.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const at = (key: string) => ({ Bucket: settings.bucket, Key: key })
  const size = async (key: string) => {
    try {
      return (await client.send(new HeadObjectCommand(at(key)))).ContentLength ?? 0
    } catch (error) {
      if (error instanceof NotFound || error instanceof NoSuchKey) return null
      throw error
    }
  }
  return {
    async put(key, data) {
      await new Upload({ client, params: { ...at(key), Body: data } }).done()
      return (await size(key)) ?? 0
    },
    async get(key, range) {
      try {
        const bytes = range ? { Range: `bytes=${range.from}-${range.to}` } : {}
        const { Body } = await client.send(new GetObjectCommand({ ...at(key), ...bytes }))
        return Body as Readable
      } catch (error) {
        if (error instanceof NoSuchKey || error instanceof NotFound) throw notFound('file')
        throw error
      }
    },
    head: size,
    async delete(key) {
      await client.send(new DeleteObjectCommand(at(key)))
    },
  }
}

import type { Shape } from './protobuf.ts'

// The records of connecting and linking, with the fields that this side reads or writes. Names and
// numbers are the protocol's.

export const Handshake = {
  clientHello: [2, { ephemeral: [1, 'bytes'] }],
  serverHello: [3, { ephemeral: [1, 'bytes'], static: [2, 'bytes'], payload: [3, 'bytes'] }],
  clientFinish: [4, { static: [1, 'bytes'], payload: [2, 'bytes'] }],
} as const satisfies Shape

const SignedCertificate = {
  details: [1, 'bytes'],
  signature: [2, 'bytes'],
} as const satisfies Shape

export const CertificateChain = {
  leaf: [1, SignedCertificate],
  intermediate: [2, SignedCertificate],
} as const satisfies Shape

export const CertificateDetails = {
  serial: [1, 'number'],
  issuerSerial: [2, 'number'],
  key: [3, 'bytes'],
  notBefore: [4, 'number'],
  notAfter: [5, 'number'],
} as const satisfies Shape

/** What a client says of itself after the handshake: who it is, or the keys of one that wants to be linked. */
export const ClientPayload = {
  username: [1, 'number'],
  userAgent: [5, { appVersion: [2, { tertiary: [3, 'number'] }] }],
  device: [18, 'number'],
  devicePairingData: [
    19,
    {
      registrationId: [1, 'bytes'],
      identityKey: [3, 'bytes'],
      signedPreKeyId: [4, 'bytes'],
      signedPreKey: [5, 'bytes'],
      signedPreKeySignature: [6, 'bytes'],
      deviceProps: [8, { os: [1, 'text'], platformType: [3, 'number'] }],
    },
  ],
} as const satisfies Shape

export const DeviceIdentity = {
  rawId: [1, 'number'],
  timestamp: [2, 'number'],
  keyIndex: [3, 'number'],
} as const satisfies Shape

export const SignedDeviceIdentity = {
  details: [1, 'bytes'],
  accountSignatureKey: [2, 'bytes'],
  accountSignature: [3, 'bytes'],
  deviceSignature: [4, 'bytes'],
} as const satisfies Shape

export const SealedDeviceIdentity = {
  details: [1, 'bytes'],
  hmac: [2, 'bytes'],
} as const satisfies Shape

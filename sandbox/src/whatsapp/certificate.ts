import { newKeyPair, sign, type KeyPair } from './keys.ts'
import { encode } from './protobuf.ts'
import { CertificateChain, CertificateDetails } from './records.ts'

/** What the server shows of itself, and the root key that a client must trust for it. */
export type ServerIdentity = { key: KeyPair; certificate: Buffer; rootKey: Buffer }

// 2100-01-01, in seconds.
const FOREVER = 4_102_444_800

/** Makes a server's key, and two certificates that lead from it to a root: as the real ones do. */
export function newServerIdentity(): ServerIdentity {
  const root = newKeyPair()
  const intermediate = newKeyPair()
  const key = newKeyPair()
  const certificate = encode(CertificateChain, {
    intermediate: signed(root, { serial: 1, issuerSerial: 0, key: intermediate.public }),
    leaf: signed(intermediate, { serial: 2, issuerSerial: 1, key: key.public }),
  })
  return { key, certificate, rootKey: root.public }
}

function signed(by: KeyPair, facts: { serial: number; issuerSerial: number; key: Buffer }) {
  const details = encode(CertificateDetails, { ...facts, notBefore: 0, notAfter: FOREVER })
  return { details, signature: sign(by, details) }
}

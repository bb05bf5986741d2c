import { normalizeIP } from '@fastify/rate-limit'

/** The prefix of an IPv6 address that one customer has to themselves, in bits. */
const CUSTOMER_BITS = 64

/**
 * The network an address belongs to, as a key to count by: an IPv4 address is one by itself, also where
 * it is written as IPv6; of any other IPv6 address it is the /64. What is no address is its own network.
 */
export const ipNetworkOf = (ip: string): string => normalizeIP(ip, CUSTOMER_BITS)

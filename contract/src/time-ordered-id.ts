/**
 * A new UUIDv7 (RFC 9562 §5.7): it begins with the milliseconds since 1970, so rows created in sequence are neighbours in the
 * database's indexes. The rest is random.
 */
export function timeOrderedId(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`
}

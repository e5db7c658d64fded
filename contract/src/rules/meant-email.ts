/** The domains in which a slip is noticed. Shorter ones, such as gmx.de, differ in one letter from those of many companies. */
const usualDomains = [
  'gmail.com',
  'googlemail.com',
  'hotmail.com',
  'icloud.com',
  'outlook.com',
  'protonmail.com',
  't-online.de',
  'yahoo.com',
]

/** Real domains of mail that differ in one letter from a usual one. */
const otherDomains = ['email.com', 'hotmail.co', 'mail.com', 'ymail.com']

/**
 * The e-mail that was probably meant, when its domain differs in one slip from a usual one: a letter too many, too few, wrong or in
 * the wrong place. In lower case; undefined when there is nothing to ask.
 */
export function meantEmail(typed: string): string | undefined {
  const email = typed.trim().toLowerCase()
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  if (at < 1 || usualDomains.includes(domain) || otherDomains.includes(domain)) return undefined
  const meant = usualDomains.find((usual) => isOneSlip(domain, usual))
  return meant && `${email.slice(0, at)}@${meant}`
}

/** For two different texts. */
function isOneSlip(typed: string, meant: string): boolean {
  const shorter = Math.min(typed.length, meant.length)
  let start = 0
  while (start < shorter && typed[start] === meant[start]) start++
  let end = 0
  while (end < shorter - start && typed.at(-1 - end) === meant.at(-1 - end)) end++
  const [rest, other] = [typed.slice(start, typed.length - end), meant.slice(start, meant.length - end)]
  if (rest.length <= 1 && other.length <= 1) return true
  return rest.length === 2 && other.length === 2 && rest[0] === other[1] && rest[1] === other[0]
}

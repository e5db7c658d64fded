/**
 * True for a PIN that is easy to guess: one repeated digit, a sequence up or down, a repeated pair, or part of the user's date
 * of birth (`YYYY-MM-DD`). Such a PIN is allowed; the user is warned.
 */
export function isEasyPin(pin: string, dob = ''): boolean {
  if (!/^\d{4,8}$/.test(pin)) return false
  const steps = [...pin].slice(1).map((digit, at) => (Number(digit) - Number(pin[at]) + 10) % 10)
  if (steps.every((step) => step === steps[0]) && [0, 1, 9].includes(steps[0]!)) return true
  if (/^(\d\d)\1+$/.test(pin)) return true
  const [year, month, day] = dob.split('-')
  if (!year || !month || !day) return false
  const dates = [year, month + day, day + month]
  return [...dates, ...dates.flatMap((date) => [date + year, year + date, date + year.slice(2)])].includes(
    pin,
  )
}

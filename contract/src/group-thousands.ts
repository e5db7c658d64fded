/**
 * Groups the digits of a whole number: `1234567` is `1,234,567`. Without `Intl.NumberFormat`, which takes a phone longer to
 * create than a page to render.
 */
export function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',')
}

/**
 * The digits of a whole number as people read them: `1234567` is `1,234,567`. By hand: a telephone needs longer to make an
 * `Intl.NumberFormat` than to draw a page.
 */
export function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',')
}

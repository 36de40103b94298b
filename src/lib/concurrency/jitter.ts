/** Varies a delay at random by up to a fraction in both directions, so that what began together does not stay together. */
export const withJitter = (delay: number, fraction: number): number => delay * (1 + fraction * (2 * Math.random() - 1));

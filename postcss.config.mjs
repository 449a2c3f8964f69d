// Next makes the styles smaller afterwards, for the browsers of package.json. Tailwind would write every colour twice,
// for browsers that know neither `light-dark()` nor `oklch()`.
export default { plugins: { "@tailwindcss/postcss": { optimize: false } } };

// Next minifies the styles later, for the browsers in package.json. Tailwind would write every colour twice, for
// browsers that know neither `light-dark()` nor `oklch()`.
export default { plugins: { "@tailwindcss/postcss": { optimize: false } } };

/** How dependency-cruiser finds modules: the alias of tsconfig.json, packages from node_modules alone. */
module.exports = {
  resolve: { alias: { "@": __dirname }, modules: ["node_modules"] },
};

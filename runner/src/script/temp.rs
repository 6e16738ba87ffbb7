use super::*;
pub fn format(t: &str) -> String {
    t.into()
}
pub struct Surroundings<'a> {
    pub base_url: Option<&'a url::Url>,
    pub allows: &'a dyn Fn(&url::Url) -> bool,
    pub profiles: Vec<String>,
    pub exists: &'a dyn Fn(&std::path::Path) -> bool,
}
pub fn check(o: &Opened, _s: &Surroundings) -> Vec<(usize, Problem)> {
    o.files
        .iter()
        .enumerate()
        .flat_map(|(i, f)| f.problems.iter().map(move |p| (i, p.clone())))
        .collect()
}
impl std::fmt::Display for ast::Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.locator)
    }
}
